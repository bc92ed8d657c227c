/** API schemas of alarms. */

import Type, { type Static } from 'typebox'
import {
  additionalInfo,
  anyEntityId,
  epochMs,
  epochMsInput,
  idOf,
  looseIdOf,
  nullable,
  nullish,
} from '../schema-parts.ts'
import { type AlarmSearchStatus, type AlarmStatus, alarmSeverities, alarmStatuses } from './alarm-kinds.ts'

export {
  type AlarmSearchStatus,
  type AlarmSeverity,
  type AlarmStatus,
  alarmSearchStatuses,
  alarmSeverities,
  alarmStatuses,
} from './alarm-kinds.ts'

export const alarmStatusOf = (isCleared: boolean, isAcknowledged: boolean): AlarmStatus =>
  `${isCleared ? 'CLEARED' : 'ACTIVE'}_${isAcknowledged ? 'ACK' : 'UNACK'}`

export const statusesOf: Record<AlarmSearchStatus, readonly AlarmStatus[]> = {
  ANY: alarmStatuses,
  ACTIVE: ['ACTIVE_UNACK', 'ACTIVE_ACK'],
  CLEARED: ['CLEARED_UNACK', 'CLEARED_ACK'],
  ACK: ['ACTIVE_ACK', 'CLEARED_ACK'],
  UNACK: ['ACTIVE_UNACK', 'CLEARED_UNACK'],
}

export const alarm = Type.Object({
  id: idOf('ALARM'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  type: Type.String(),
  originator: anyEntityId,
  severity: Type.Enum([...alarmSeverities]),
  status: Type.Enum([...alarmStatuses]),
  startTs: epochMs,
  endTs: epochMs,
  /** 0: not acknowledged. */
  ackTs: epochMs,
  /** 0: not cleared. */
  clearTs: epochMs,
  details: additionalInfo,
  propagate: Type.Boolean(),
  propagateToOwner: Type.Boolean(),
  propagateToTenant: Type.Boolean(),
  propagateRelationTypes: Type.Array(Type.String()),
  /** Same as the type. */
  name: Type.String(),
})
export type Alarm = Static<typeof alarm>

export const alarmInfo = Type.Object({ ...alarm.properties, originatorName: nullable(Type.String()) })
export type AlarmInfo = Static<typeof alarmInfo>

export const alarmInput = Type.Object({
  id: nullish(looseIdOf('ALARM')),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  originator: anyEntityId,
  severity: Type.Enum([...alarmSeverities]),
  status: Type.Enum([...alarmStatuses]),
  startTs: nullish(epochMsInput),
  endTs: nullish(epochMsInput),
  ackTs: nullish(epochMsInput),
  clearTs: nullish(epochMsInput),
  details: Type.Optional(additionalInfo),
  propagate: nullish(Type.Boolean()),
  propagateToOwner: nullish(Type.Boolean()),
  propagateToTenant: nullish(Type.Boolean()),
  propagateRelationTypes: nullish(Type.Array(Type.String())),
})
export type AlarmInput = Static<typeof alarmInput>
