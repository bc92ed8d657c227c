/**
 * Warns a tenant of its limits: near one and at one there is an alarm on the tenant, which ends when there is room again,
 * and a mail to the tenant's contact.
 *
 * All that changed within a minute is one commit, whatever the number of tenants. The alarms count for nobody's limit and
 * pass no rule chain: a warning must not use up what it warns of.
 */

import type { Alarm, AlarmSeverity } from '@sonde/model/alarms/alarm'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { bytesText } from '@sonde/model/limits/limits'
import { type TenantLimitKey, tenantLimitKeys, tenantLimitOf } from '@sonde/model/limits/profile-limits'
import type { PendingAlarm, PendingAlarms } from '../alarms/pending-alarms.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { limitsMail } from '../mail/mail-texts.ts'
import type { Mail } from '../mail/mail-transport.ts'
import type { LimitStore } from './limit-store.ts'

/** Share that has to be free again before a warning ends: a limit that is met again and again is one warning. */
const hysteresis = 0.05
/** Changes of one commit; further ones wait for the next minute. */
const changesMax = 500
/** Between two mails to a tenant. */
const mailMs = 60 * 60_000
/** Limits that one mail names. */
const mailedMax = 20

export type WarningState = 'none' | 'warning' | 'reached'

export interface LimitUse {
  readonly used: number | null
  /** Above 0. */
  readonly limit: number
  /** Something was refused within the last minutes. */
  readonly isRejecting: boolean
}

const prefixes = { warning: 'Limit warning: ', reached: 'Limit reached: ' } as const
const severities: Readonly<Record<keyof typeof prefixes, AlarmSeverity>> = { warning: 'WARNING', reached: 'MAJOR' }

export const alarmTypeOf = (state: keyof typeof prefixes, key: TenantLimitKey): string =>
  `${prefixes[state]}${tenantLimitOf(key).title}`

/** Where a limit goes from a state; `threshold` is the share at which a warning begins. */
export function nextState(
  before: WarningState,
  { used, limit, isRejecting }: LimitUse,
  threshold: number,
): WarningState {
  const share = used === null ? 0 : used / limit
  if (isRejecting || share >= 1) return 'reached'
  if (before === 'reached' && share > 1 - hysteresis) return 'reached'
  if (share >= threshold) return 'warning'
  return before !== 'none' && share > threshold - hysteresis ? 'warning' : 'none'
}

export interface LimitWarnings {
  /** Goes on with the alarms of the last life. */
  start(): Promise<void>
  /** How a limit of a tenant stands now; null: it has none. Returns the state that follows. */
  note(tenantId: string, key: TenantLimitKey, use: LimitUse | null, threshold: number): WarningState
  /** Commits what changed, and mails. Rejects when the store does; then it is tried again with the next call. */
  flush(): Promise<void>
  forget(tenantId: string): void
}

export interface LimitWarningsDeps {
  readonly store: Pick<LimitStore, 'activeAlarms' | 'tenantOf'>
  readonly alarms: Pick<PendingAlarms, 'latest' | 'raise' | 'clear'>
  readonly commit: Commit
  readonly clock: Clock
  readonly mail: { notify(mail: Mail): void }
  /** Whether a mail server is set. */
  readonly hasMail: () => Promise<boolean>
}

interface Change {
  readonly tenantId: string
  readonly key: TenantLimitKey
  readonly from: WarningState
  readonly to: WarningState
  readonly use: LimitUse | null
}

interface PendingWarning {
  readonly to: 'warning' | 'reached'
  readonly use: LimitUse
}

export function createLimitWarnings(deps: LimitWarningsDeps): LimitWarnings {
  const { store, alarms, commit, clock, mail, hasMail } = deps
  /** As the alarms say; those that are not here are `none`. */
  const states = new Map<string, Map<TenantLimitKey, WarningState>>()
  let changes = new Map<string, Change>()
  /** By tenant, not mailed yet. */
  const pendingWarnings = new Map<string, Map<TenantLimitKey, PendingWarning>>()
  const mailedMs = new Map<string, number>()

  const stateOf = (tenantId: string, key: TenantLimitKey): WarningState => states.get(tenantId)?.get(key) ?? 'none'

  function setState(tenantId: string, key: TenantLimitKey, state: WarningState) {
    const ofTenant = states.get(tenantId)
    if (state === 'none') ofTenant?.delete(key)
    else if (ofTenant) ofTenant.set(key, state)
    else states.set(tenantId, new Map([[key, state]]))
  }

  function note(tenantId: string, key: TenantLimitKey, use: LimitUse | null, threshold: number): WarningState {
    const from = stateOf(tenantId, key)
    const to = use === null ? 'none' : nextState(from, use, threshold)
    const place = `${tenantId} ${key}`
    if (to === from) changes.delete(place)
    else changes.set(place, { tenantId, key, from, to, use })
    return to
  }

  async function plansOf({ tenantId, key, from, to, use }: Change): Promise<PendingAlarm[]> {
    const originator = entityId('TENANT', tenantId)
    const plans: PendingAlarm[] = []
    if (from !== 'none') {
      const known = await alarms.latest(tenantId, tenantId, alarmTypeOf(from, key))
      const cleared = known && (await alarms.clear(known, clock.nowMs()))
      if (cleared) plans.push(cleared)
    }
    if (to !== 'none') {
      plans.push(
        await alarms.raise({
          tenantId,
          customerId: NIL_UUID,
          originator,
          type: alarmTypeOf(to, key),
          severity: severities[to],
          details: detailsOf(key, use),
          isUncounted: true,
        }),
      )
    }
    return plans
  }

  async function flush(): Promise<void> {
    const due = [...changes.values()].slice(0, changesMax)
    if (due.length > 0) await commitAll(due)
    await sendMails()
  }

  async function commitAll(due: readonly Change[]): Promise<void> {
    const plans: PendingAlarm[] = []
    try {
      for (const change of due) plans.push(...(await plansOf(change)))
      await commit({
        records: plans.flatMap(({ records }) => records),
        changes: plans.flatMap((plan) => plan.changes),
        isUncounted: true,
      })
    } catch (error) {
      for (const plan of plans) plan.drop()
      throw error
    }
    for (const change of due) {
      setState(change.tenantId, change.key, change.to)
      changes.delete(`${change.tenantId} ${change.key}`)
      noteWarning(change)
    }
  }

  /** Months are mailed with their usage. */
  function noteWarning({ tenantId, key, to, use }: Change) {
    if (tenantLimitOf(key).kind === 'month') return
    const ofTenant = pendingWarnings.get(tenantId) ?? new Map<TenantLimitKey, PendingWarning>()
    if (to === 'none' || use === null) ofTenant.delete(key)
    else ofTenant.set(key, { to, use })
    if (ofTenant.size > 0) pendingWarnings.set(tenantId, ofTenant)
    else pendingWarnings.delete(tenantId)
  }

  async function sendMails(): Promise<void> {
    if (pendingWarnings.size === 0) return
    if (!(await hasMail())) return pendingWarnings.clear()
    const nowMs = clock.nowMs()
    for (const [tenantId, ofTenant] of pendingWarnings) {
      if (nowMs < (mailedMs.get(tenantId) ?? 0) + mailMs) continue
      pendingWarnings.delete(tenantId)
      const contact = await store.tenantOf(tenantId)
      if (!contact?.email) continue
      mailedMs.set(tenantId, nowMs)
      const all = [...ofTenant].map(([key, each]) => sentenceOf(key, each))
      const more = all.length - mailedMax
      const lines = more > 0 ? [...all.slice(0, mailedMax), `${more} more limits are in API usage, Limits.`] : all
      const isReached = [...ofTenant.values()].some(({ to }) => to === 'reached')
      mail.notify(limitsMail(contact.email, contact.title, isReached, lines))
    }
  }

  return {
    async start() {
      const keyOfType = new Map(
        tenantLimitKeys.flatMap((key) =>
          (['warning', 'reached'] as const).map((state) => [alarmTypeOf(state, key), { key, state }] as const),
        ),
      )
      for (const { tenantId, type } of await store.activeAlarms('Limit ')) {
        const existing = keyOfType.get(type)
        if (existing) setState(tenantId, existing.key, existing.state)
      }
    },
    note,
    flush,
    forget(tenantId) {
      states.delete(tenantId)
      pendingWarnings.delete(tenantId)
      mailedMs.delete(tenantId)
      changes = new Map([...changes].filter(([, change]) => change.tenantId !== tenantId))
    },
  }
}

function detailsOf(key: TenantLimitKey, use: LimitUse | null): Alarm['details'] {
  const { advice, atLimit } = tenantLimitOf(key)
  return { limit: key, used: use?.used ?? null, max: use?.limit ?? null, atLimit, advice }
}

function sentenceOf(key: TenantLimitKey, { to, use }: PendingWarning): string {
  const { title, unit, atLimit, advice } = tenantLimitOf(key)
  const text = (value: number) => (unit === 'bytes' ? bytesText(value) : value.toLocaleString('en-US'))
  const used = use.used === null ? '' : ` ${text(use.used)} of ${text(use.limit)} used.`
  const what = to === 'reached' ? `limit reached. ${atLimit}.` : `near the limit. At the limit: ${atLimit}.`
  return `${title}: ${what}${used} ${advice}`
}
