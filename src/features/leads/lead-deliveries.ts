/** The lane in which a lead goes to its webhook. */
export function webhookLane(leadId: number): string {
  return `lead:${leadId}`
}

/** The lane in which a lead goes to its dealer. */
export function mailLane(leadId: number): string {
  return `lead-mail:${leadId}`
}

/** The lanes in which a lead's deliveries go. */
export function lanesOfLead(leadId: number): string[] {
  return [webhookLane(leadId), mailLane(leadId)]
}
