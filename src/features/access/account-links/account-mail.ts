/** Sends mails about accounts, without making anybody wait. */
export interface AccountMail {
  send(mail: { to: string; subject: string; text: string }): void
}
