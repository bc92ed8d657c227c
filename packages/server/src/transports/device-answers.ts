/**
 * Attributes for devices that ask for them: read in the turns of their tenant, a few at a time, and counted like what
 * users read. A device may have stored thousands of long values, and ask for all of them again and again.
 */

import type { CallBudgets } from '../calls/call-budgets.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createFairPlaces } from '../turns/fair-places.ts'
import type { Turns } from '../turns/turns.ts'
import { attributeAnswer } from './attribute-answer.ts'

/** Answers that are made at once; others wait, and hold nothing. */
const atOnce = { all: 8, tenant: { part: 1 / 2 } } as const

export interface CountedText {
  readonly text: string
  /** Says that it was sent, or that nobody wants it any more. */
  release(): void
}

export interface DeviceAnswers {
  /** null: no keys are named. Throws `LimitReached` when they are too large for one answer, or too many wait to be sent. */
  attributes(
    device: DeviceRecord,
    clientKeys: readonly string[] | null,
    sharedKeys: readonly string[] | null,
  ): Promise<CountedText>
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
        return { text: await turns.run(owner, read, budget), release: budget.close }
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
