/**
 * Warns a tenant about its limits: close to a limit and at a limit, an alarm is raised on the tenant and an email is
 * sent to the tenant's contact. The alarm is cleared when usage drops again.
 *
 * All changes within a minute are one commit, regardless of the number of tenants. These alarms don't count toward any
 * limit and don't run through rule chains: a warning must not use up what it warns about.
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

/** Share that must be free again before a warning ends, so that a limit that is hit repeatedly causes one warning. */
const hysteresis = 0.05
/** Maximum changes per commit. Further ones wait for the next minute. */
const changesMax = 500
/** Minimum interval between two emails to a tenant. */
const mailMs = 60 * 60_000
/** Maximum limits listed in one email. */
const mailedMax = 20

export type WarningState = 'none' | 'warning' | 'reached'

export interface LimitUse {
  readonly used: number | null
  /** Greater than 0. */
  readonly limit: number
  /** True if a request was rejected within the last minutes. */
  readonly isRejecting: boolean
}

const prefixes = { warning: 'Limit warning: ', reached: 'Limit reached: ' } as const
const severities: Readonly<Record<keyof typeof prefixes, AlarmSeverity>> = { warning: 'WARNING', reached: 'MAJOR' }

export const alarmTypeOf = (state: keyof typeof prefixes, key: TenantLimitKey): string =>
  `${prefixes[state]}${tenantLimitOf(key).title}`

/** Returns the next state. `threshold` is the share at which a warning starts. */
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
  /** Continues with the alarms of the previous run. */
  start(): Promise<void>
  /** Records the current usage of a tenant's limit. `use` is null if there is no limit. Returns the next state. */
  note(tenantId: string, key: TenantLimitKey, use: LimitUse | null, threshold: number): WarningState
  /** Commits the changes and sends emails. Rejects if the commit fails; the next call retries. */
  flush(): Promise<void>
  forget(tenantId: string): void
}

export interface LimitWarningsDeps {
  readonly store: Pick<LimitStore, 'activeAlarms' | 'tenantOf'>
  readonly alarms: Pick<PendingAlarms, 'latest' | 'raise' | 'clear'>
  readonly commit: Commit
  readonly clock: Clock
  readonly mail: { notify(mail: Mail): void }
  /** True if a mail server is configured. */
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
  /** States of the alarms. Missing entries are `none`. */
  const states = new Map<string, Map<TenantLimitKey, WarningState>>()
  let changes = new Map<string, Change>()
  /** Warnings by tenant that haven't been mailed yet. */
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

  /** Monthly limits are skipped: usage emails cover them. */
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
