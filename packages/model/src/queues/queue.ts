/** Queues of the rule engine, by their names on the wire. */

/**
 * The journal is the one queue, in order by originator whatever the name: the names stay because device profiles and
 * `checkpoint` nodes carry them.
 */
export const queueNames = ['Main', 'HighPriority', 'SequentialByOriginator'] as const
export type QueueName = (typeof queueNames)[number]
