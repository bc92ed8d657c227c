/** "save timeseries": stores a message's values as points of its originator. */

import { count, flag, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { PayloadError, type TelemetryEntry } from '@sonde/model/telemetry/payload'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import { telemetryOf } from '../../messages/parsed-data.ts'
import { failure, type PointWrite, ruleNodeType, success } from '../engine/rule-node.ts'
import { messageTime } from './message-time.ts'
import { hasNullValue } from './null-values.ts'

const wholeSeconds = /^\d{1,15}$/

export const saveTimeseriesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode',
  name: 'save timeseries',
  category: 'ACTION',
  description: "Stores a message's values as telemetry of its originator.",
  details:
    'Expects POST_TELEMETRY_REQUEST. Data points get the time in the metadata, otherwise the time of the message. The TTL is set by the node or the tenant profile.',
  configDirective: 'tbActionNodeTimeseriesConfig',
  icon: 'file_upload',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    defaultTTL: count({
      title: 'Default TTL',
      description: 'How long data points are stored unless the metadata set a TTL. 0 = TTL of the tenant profile',
      unit: 's',
      initial: 0,
    }),
    skipLatestPersistence: flag({
      title: 'Skip latest value',
      description: 'Has no effect. The latest value is always stored.',
      initial: false,
    }),
    useServerTs: flag({
      title: 'Use server time',
      description: 'Stores data points at the time of the message instead of the time in the metadata.',
      initial: false,
    }),
  }),
  create({ defaultTTL, useServerTs }, { defaultTtlSeconds, rejectionOf, keyChecks }) {
    return {
      process(message, outcome) {
        if (message.type !== 'POST_TELEMETRY_REQUEST') {
          return failure(`A message of type ${message.type} isn’t telemetry. Link only POST_TELEMETRY_REQUEST here.`)
        }
        const rejection = rejectionOf('DB', message.originator)
        if (rejection !== null) return failure(rejection)
        const { tenantId, customerId, originator, metadata, data } = message
        let ttlSeconds = defaultTTL
        if (metadata.TTL !== undefined && metadata.TTL !== '') {
          if (!wholeSeconds.test(metadata.TTL)) return failure('Metadata "TTL" must be a whole number of seconds.')
          ttlSeconds = Number(metadata.TTL)
        }
        if (ttlSeconds === 0) ttlSeconds = defaultTtlSeconds()
        // The message's own timestamp is assigned by the server and stays the same if the message runs again.
        const messageTs = useServerTs ? message.ts : messageTime(message)

        const entries = telemetryOf(message)
        if (hasNullValue(data)) throw new PayloadError('A value is null. Omit the key.')
        let count = 0
        for (let i = 0; i < entries.length; i++) {
          const { values } = entries[i] as TelemetryEntry
          const rejection = keyChecks.telemetry(tenantId, originator, values)
          if (rejection !== null) return failure(rejection)
          count += values.length
        }
        if (count === 0) return failure('The message has no values.')
        // Hot path: the array is allocated at its final size and filled without iterators.
        const points = new Array<PointWrite>(count)
        for (let i = 0, at = 0; i < entries.length; i++) {
          const entry = entries[i] as TelemetryEntry
          const ts = entry.ts ?? messageTs
          for (let k = 0; k < entry.values.length; k++) {
            const { key, type, value } = entry.values[k] as KeyedValue
            points[at++] = { tenantId, entity: originator, key, ts, type, value, ttlSeconds, customerId }
          }
        }
        outcome.storePoints(points)
        return success
      },
    }
  },
})
