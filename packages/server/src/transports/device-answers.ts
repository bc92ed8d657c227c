/**
 * Reads attributes for devices that request them. Reads are scheduled fairly per tenant, limited in concurrency and
 * counted against the same budgets as user queries, because a device may have thousands of long values and request all
 * of them repeatedly.
 */

import type { CallBudgets } from '../calls/call-budgets.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { NamedKeys } from '../telemetry/named-keys.ts'
import { createFairPlaces } from '../turns/fair-places.ts'
import type { Turns } from '../turns/turns.ts'
import { attributeAnswer } from './attribute-answer.ts'

/** Maximum number of concurrent reads, in total and as a tenant's part; waiting requests hold no memory. */
const atOnce = { all: 8, tenant: { part: 1 / 2 } } as const

export interface CountedText {
  readonly text: string
  /** Releases the budget once the text was sent or is no longer needed. */
  release(): void
}

export interface DeviceAnswers {
  /**
   * Null key lists: no keys were named. Throws `LimitReached` when the response is too large, or when too many
   * responses wait to be sent.
   */
  attributes(device: DeviceRecord, clientKeys: NamedKeys | null, sharedKeys: NamedKeys | null): Promise<CountedText>
}

export interface DeviceAnswerDeps {
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly turns: Pick<Turns, 'run'>
  readonly budgets: Pick<CallBudgets, 'open'>
}

export function createDeviceAnswers({ attributes, turns, budgets }: DeviceAnswerDeps): DeviceAnswers {
  const places = createFairPlaces(atOnce.all, atOnce.tenant)
  return {
    async attributes({ tenantId, id: { id } }, clientKeys, sharedKeys) {
      const owner = { tenantId, userId: id }
      const leave = await places.enter(tenantId)
      const budget = budgets.open(owner)
      try {
        const read = () => attributeAnswer(attributes, id, clientKeys, sharedKeys)
        return { text: await turns.run(owner, read, budget), release: () => budget.close() }
      } catch (error) {
        budget.close()
        throw error
      } finally {
        leave()
        budget.leave()
      }
    },
  }
}
