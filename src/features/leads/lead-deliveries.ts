/** The queue in which a lead goes to its webhook. */
export function webhookQueueKey(leadId: number): string {
  return `lead:${leadId}`
}

/** The queue in which a lead goes to its dealer. */
export function mailQueueKey(leadId: number): string {
  return `lead-mail:${leadId}`
}

/** The queues in which a lead's deliveries go. */
export function queueKeysOfLead(leadId: number): string[] {
  return [webhookQueueKey(leadId), mailQueueKey(leadId)]
}
