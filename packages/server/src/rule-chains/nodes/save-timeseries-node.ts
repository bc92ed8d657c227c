/** "save timeseries": stores a message's values as points of its originator. */

import { count, flag, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { PayloadError, parseTelemetry } from '@sonde/model/telemetry/payload'
import { failure, ruleNodeType, success } from '../engine/rule-node.ts'
import { messageTime } from './message-time.ts'
import { hasNullValue } from './null-values.ts'

const wholeSeconds = /^\d{1,15}$/

export const saveTimeseriesNode = ruleNodeType({
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
  settings: nodeSettings({
    defaultTTL: count({
      title: 'Default TTL',
      description: 'How long data points are stored unless the metadata say otherwise. 0 = as in the tenant profile',
      unit: 's',
      initial: 0,
    }),
    skipLatestPersistence: flag({
      title: 'Skip latest value',
      description: 'Accepted, without effect: the latest value is always stored.',
      initial: false,
    }),
    useServerTs: flag({
      title: 'Use server time',
      description: 'Stores data points at the time of the message instead of the time in the metadata.',
      initial: false,
    }),
  }),
  create({ defaultTTL, useServerTs }, { defaultTtlSeconds, refusalOf, keyChecks }) {
    return {
      process(message, outcome) {
        if (message.type !== 'POST_TELEMETRY_REQUEST') {
          return failure(`A message of type ${message.type} is no telemetry; link only POST_TELEMETRY_REQUEST here.`)
        }
        const refusal = refusalOf('DB', message.originator)
        if (refusal !== null) return failure(refusal)
        const { tenantId, customerId, originator, metadata, data } = message
        let ttlSeconds = defaultTTL
        if (metadata.TTL !== undefined && metadata.TTL !== '') {
          if (!wholeSeconds.test(metadata.TTL)) return failure('Metadata "TTL" must be a whole number of seconds.')
          ttlSeconds = Number(metadata.TTL)
        }
        if (ttlSeconds === 0) ttlSeconds = defaultTtlSeconds()
        // The message's own time is the server's, and the same again when the message is run again.
        const messageTs = useServerTs ? message.ts : messageTime(message)

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
})
