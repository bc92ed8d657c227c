/**
 * Statistics of the rule engine's queues: once a minute, as telemetry of an asset of the reserved type, one
 * for each queue and service.
 */

export const queueStatisticsKeys = [
  'totalMsgs',
  'successfulMsgs',
  'tmpTimeout',
  'tmpFailed',
  'timeoutMsgs',
  'failedMsgs',
  'successfulIterations',
  'failedIterations',
] as const
export type QueueStatisticsKey = (typeof queueStatisticsKeys)[number]

/** The key of what went wrong in rule chains. */
export const ruleEngineExceptionKey = 'ruleEngineException'

/** Why a message failed; without chain and node where it came to none. Names are those of the time when it failed. */
export interface RuleEngineException {
  readonly ruleChainId?: string
  readonly ruleChainName?: string
  readonly ruleNodeId?: string
  readonly ruleNodeName?: string
  readonly message: string
}

/** The asset that holds the figures of a queue on a service: `Main_host-1`. */
export const queueAssetName = (queue: string, serviceId: string): string => `${queue}_${serviceId}`

/** Its parts; names of queues have no underscore. */
export function partsOfQueueAsset(name: string): { readonly queue: string; readonly serviceId: string } {
  const at = name.indexOf('_')
  return at < 0 ? { queue: name, serviceId: '' } : { queue: name.slice(0, at), serviceId: name.slice(at + 1) }
}

/** A stored exception, as JSON or its text; null: it is none. */
export function ruleEngineExceptionOf(value: unknown): RuleEngineException | null {
  let given = value
  if (typeof value === 'string') {
    try {
      given = JSON.parse(value)
    } catch {
      return null
    }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const { message, ...others } = given as Record<string, unknown>
  if (typeof message !== 'string') return null
  const text = (key: keyof RuleEngineException) => (typeof others[key] === 'string' ? { [key]: others[key] } : {})
  return { message, ...text('ruleChainId'), ...text('ruleChainName'), ...text('ruleNodeId'), ...text('ruleNodeName') }
}
