/**
 * Type tests: stores require a tenant ID, and one kind of ID can't be passed for another. Without a type error on the
 * line below a `@ts-expect-error`, the type check of the repository fails.
 */

import { test } from 'node:test'
import { entityId, NIL_UUID, type TenantId, type Uuid } from '@sonde/model/ids'
import type { createAlarmStore } from '../alarms/alarm-store.ts'
import type { createCustomerStore } from '../customers/customer-store.ts'
import type { createRuleChainStore } from '../rule-chains/rule-chain-store.ts'

interface Stores {
  readonly alarms: ReturnType<typeof createAlarmStore>
  readonly customers: ReturnType<typeof createCustomerStore>
  readonly chains: ReturnType<typeof createRuleChainStore>
}

const tenant: TenantId = NIL_UUID
const device: Uuid<'DEVICE'> = NIL_UUID
const alarm = entityId('ALARM', NIL_UUID)
const customer = entityId('CUSTOMER', NIL_UUID)

/** Compiled, never called. */
const calls = ({ alarms, customers, chains }: Stores) => [
  alarms.find(tenant, alarm.id),
  // @ts-expect-error: tenant and alarm are swapped.
  alarms.find(alarm.id, tenant),
  // @ts-expect-error: the UUID of a device is none of a tenant.
  alarms.find(device, alarm.id),
  // @ts-expect-error: a store is not called without a tenant.
  alarms.find(alarm.id),
  customers.find(tenant, customer.id),
  // @ts-expect-error: tenant and customer are swapped.
  customers.find(customer.id, tenant),
  // @ts-expect-error: an alarm is no rule chain.
  chains.find(tenant, alarm.id),
]

/** Compiled, never called. */
const assignments = () => {
  // @ts-expect-error: an id of a device is none of an asset.
  const asset: Uuid<'ASSET'> = device
  // @ts-expect-error: the same for ids with their type.
  const wrong: ReturnType<typeof entityId<'ASSET'>> = entityId('DEVICE', NIL_UUID)
  return [asset, wrong]
}

test('ids of tenants and of entities cannot be swapped in calls of stores', () => {
  void calls
  void assignments
})
