/** A sample alarm for tests in which its properties don't matter. */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { entityId, NIL_UUID } from '@sonde/model/ids'

export const testAlarm = (type: string, details: Alarm['details'] = null): Alarm => ({
  id: entityId('ALARM', NIL_UUID),
  createdTime: 1,
  tenantId: entityId('TENANT', NIL_UUID),
  customerId: entityId('CUSTOMER', NIL_UUID),
  type,
  name: type,
  originator: entityId('DEVICE', NIL_UUID),
  severity: 'MINOR',
  status: 'ACTIVE_UNACK',
  startTs: 1,
  endTs: 1,
  ackTs: 0,
  clearTs: 0,
  details,
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: [],
})
