/** "save timeseries": stores a message's values as points of its originator. */

import { PayloadError, parseTelemetry } from '@sonde/model/telemetry/payload'
import { failure, type RuleNodeType, success } from '../engine/rule-node.ts'
import { messageTime } from './message-time.ts'
import { configurationOf, countOf, flagOf } from './node-configuration.ts'
import { hasNullValue } from './null-values.ts'

const wholeSeconds = /^\d{1,15}$/

export const saveTimeseriesNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode',
  name: 'save timeseries',
  category: 'ACTION',
  description: "Stores a message's values as telemetry of its originator.",
  details:
    'Takes POST_TELEMETRY_REQUEST. Points stand at the time in the metadata, else at the time of the message; they are kept as long as the node or the tenant profile says.',
  configDirective: 'tbActionNodeTimeseriesConfig',
  icon: 'file_upload',
  relations: ['Success'],
  hasCustomRelations: false,
  defaultConfiguration: { defaultTTL: 0, skipLatestPersistence: false, useServerTs: false },
  create(configuration, { defaultTtlSeconds, refusalOf, keyChecks }) {
    const settings = configurationOf(configuration)
    const ownTtlSeconds = countOf(settings, 'defaultTTL', 0)
    const usesServerTs = flagOf(settings, 'useServerTs', false)
    return {
      process(message, outcome) {
        if (message.type !== 'POST_TELEMETRY_REQUEST') {
          return failure(`A message of type ${message.type} is no telemetry; link only POST_TELEMETRY_REQUEST here.`)
        }
        const refusal = refusalOf('DB', message.originator)
        if (refusal !== null) return failure(refusal)
        const { tenantId, customerId, originator, metadata, data } = message
        let ttlSeconds = ownTtlSeconds
        if (metadata.TTL !== undefined && metadata.TTL !== '') {
          if (!wholeSeconds.test(metadata.TTL)) return failure('Metadata "TTL" must be a whole number of seconds.')
          ttlSeconds = Number(metadata.TTL)
        }
        if (ttlSeconds === 0) ttlSeconds = defaultTtlSeconds()
        // The message's own time is the server's, and the same again when the message is run again.
        const messageTs = usesServerTs ? message.ts : messageTime(message)

        const entries = parseTelemetry(data)
        if (hasNullValue(data)) throw new PayloadError('A value is null; leave the key out.')
        for (const { values } of entries) {
          const refusal = keyChecks.telemetry(tenantId, originator, values)
          if (refusal !== null) return failure(refusal)
        }
        let points = 0
        for (const entry of entries) {
          const ts = entry.ts ?? messageTs
          for (const { key, type, value } of entry.values) {
            outcome.point({ tenantId, entity: originator, key, ts, type, value, ttlSeconds, customerId })
            points++
          }
        }
        return points === 0 ? failure('The message holds no values.') : success
      },
    }
  },
}
