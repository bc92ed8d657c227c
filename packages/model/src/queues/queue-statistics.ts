/**
 * Statistics of the rule engine's queues: saved once a minute as telemetry of an asset of the reserved type, one asset
 * per queue and service.
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
export type QueueFigures = Readonly<Record<QueueStatisticsKey, number>>

/** Telemetry key of exceptions in rule chains. */
export const ruleEngineExceptionKey = 'ruleEngineException'

/**
 * Error of a failed message. Chain and node are absent if the message reached none; names are as of the time of
 * failure.
 */
export interface RuleEngineException {
  readonly ruleChainId?: string
  readonly ruleChainName?: string
  readonly ruleNodeId?: string
  readonly ruleNodeName?: string
  readonly message: string
}

/** Name of the asset with the statistics of a queue on a service: `Main_host-1`. */
export const queueAssetName = (queue: string, serviceId: string): string => `${queue}_${serviceId}`

/** Splits the asset's name; queue names contain no underscore. */
export function partsOfQueueAsset(name: string): { readonly queue: string; readonly serviceId: string } {
  const at = name.indexOf('_')
  return at < 0 ? { queue: name, serviceId: '' } : { queue: name.slice(0, at), serviceId: name.slice(at + 1) }
}

/** Parses a stored exception from JSON or its text; null if it isn't one. */
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
