/** Queue names of the rule engine in the API. */

/**
 * All names refer to the same journal, which is ordered by originator. The names exist because device profiles and
 * `checkpoint` nodes contain them.
 */
export const queueNames = ['Main', 'HighPriority', 'SequentialByOriginator'] as const
export type QueueName = (typeof queueNames)[number]
