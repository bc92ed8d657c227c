/** Query responses as schemas for the OpenAPI document; the types are in entity-query.ts. */

import Type from 'typebox'
import { alarmInfo } from '../alarms/alarm.ts'
import { anyEntityId, epochMs } from '../schema-parts.ts'

const tsValue = Type.Object({ ts: epochMs, value: Type.String() })
/** By key type, then by key. */
const latestValues = Type.Record(Type.String(), Type.Record(Type.String(), tsValue))

export const entityDataAnswer = Type.Object({
  entityId: anyEntityId,
  latest: latestValues,
  timeseries: Type.Record(Type.String(), Type.Array(tsValue)),
})

export const alarmDataAnswer = Type.Object({ ...alarmInfo.properties, entityId: anyEntityId, latest: latestValues })

export const entityKeysAnswer = Type.Object({
  entityTypes: Type.Array(Type.String()),
  timeseries: Type.Array(Type.String()),
  attribute: Type.Array(Type.String()),
})
