/** First steps of a new tenant; hidden when all are done or the user dismisses them. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { counterUse } from '../../api-usage/usage-cards.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import type { Client } from '../../session/page-client.ts'
import { useClient } from '../../session/use-session.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { useOnceHidden } from './once-hidden.ts'
import { usePlaceCount } from './place-counts.ts'
import type { TenantUsage } from './usage-summary.tsx'
import { profileFactsKey, useHomeFacts } from './use-home-facts.ts'

interface Step {
  readonly id: 'device' | 'telemetry' | 'alarmRule' | 'dashboard' | 'customer'
  /** Undefined while loading. */
  readonly isDone: boolean | undefined
  readonly to: '/devices' | '/deviceProfiles' | '/dashboards' | '/customers'
  readonly search: { readonly add?: string; readonly import?: string; readonly open?: string; readonly tab?: string }
}

const messages: UsageCounter = 'transportMsgCount'
/** Time in ms after which the profile data is stale. */
const freshMs = 30_000
const quiet = { ignoreErrors: true, ignoreLoading: true } as const
/** Profiles per request, when they are searched for an alarm rule. */
const profilesPerPage = 100

interface ProfileFacts {
  /** True if a device profile has an alarm rule. */
  readonly hasAlarmRule: boolean
  /** ID of the default profile. */
  readonly defaultId: string | undefined
}

/** True if one of the tenant's device profiles has an alarm rule, on whatever page it is. */
async function hasAlarmRule(deviceProfiles: Client['deviceProfiles'], signal: AbortSignal): Promise<boolean> {
  for (let page = 0; ; page++) {
    const { data, hasNext } = await deviceProfiles.list({ page, pageSize: profilesPerPage }, { ...quiet, signal })
    if (data.some(({ profileData }) => (profileData.alarms?.length ?? 0) > 0)) return true
    if (!hasNext) return false
  }
}

function useProfileFacts(): ProfileFacts | undefined {
  const { deviceProfiles } = useClient()
  const { isSettled } = useHomeFacts()
  const { data } = useQuery({
    queryKey: profileFactsKey,
    enabled: isSettled,
    staleTime: freshMs,
    queryFn: async ({ signal }) => {
      const [exists, { id }] = await Promise.all([
        hasAlarmRule(deviceProfiles, signal),
        deviceProfiles.default({ ...quiet, signal }),
      ])
      return { hasAlarmRule: exists, defaultId: id.id }
    },
  })
  return data
}

const adds = { add: 'true' } as const
const imports = { import: 'true' } as const

/** ID of the newest device; undefined while loading, if not wanted, or if there are no devices. */
function useNewestDevice(isWanted: boolean): string | undefined {
  const { devices } = useClient()
  const { data } = useQuery({
    queryKey: ['devices', 'newest'],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const link = { page: 0, pageSize: 1, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
      const { data: newest } = await devices.list(link, {}, { signal, ignoreErrors: true, ignoreLoading: true })
      return newest[0]?.id.id ?? null
    },
  })
  return data ?? undefined
}

interface SetUpState {
  /** Null: all are done, or the user dismissed them. */
  readonly steps: readonly Step[] | null
  /** False until the remaining steps are known. */
  readonly isKnown: boolean
  readonly hide: () => void
}

export function useSetUp(usage: TenantUsage): SetUpState {
  const [isGone, hide] = useOnceHidden('setUp')
  const devices = usePlaceCount('/devices')
  const dashboards = usePlaceCount('/dashboards')
  const customers = usePlaceCount('/customers')
  const profiles = useProfileFacts()
  const hasTelemetry = usage.values
    ? counterUse(usage.values, messages).used > 0
    : usage.entity === null
      ? false
      : undefined
  const newest = useNewestDevice(!isGone && hasTelemetry === false)
  const some = (count: number | undefined) => (count === undefined ? undefined : count > 0)
  const steps: readonly Step[] = [
    { id: 'device', isDone: some(devices), to: '/devices', search: adds },
    {
      id: 'telemetry',
      isDone: hasTelemetry,
      to: '/devices',
      search: newest ? { open: newest, tab: 'telemetry' } : adds,
    },
    {
      id: 'alarmRule',
      isDone: profiles?.hasAlarmRule,
      to: '/deviceProfiles',
      search: profiles?.defaultId ? { open: profiles.defaultId, tab: 'alarmRules' } : {},
    },
    { id: 'dashboard', isDone: some(dashboards), to: '/dashboards', search: imports },
    { id: 'customer', isDone: some(customers), to: '/customers', search: adds },
  ]
  const isKnown = isGone || steps.every(({ isDone }) => isDone !== undefined)
  return {
    steps: isGone || !isKnown || steps.every(({ isDone }) => isDone) ? null : steps,
    isKnown,
    hide,
  }
}

/** Rendered once the remaining steps are known, so that it doesn't appear and disappear. */
export const SetUp = ({ setUp: { steps, hide } }: { setUp: SetUpState }) =>
  steps && <StepList steps={steps} onHide={hide} />

function StepList({ steps, onHide }: { steps: readonly Step[]; onHide: () => void }) {
  const t = useText()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="sd-card sd-home-panel" aria-label={t('home.setUp')}>
      <header>
        <h2>{t('home.setUp')}</h2>
        <span className="sd-spacer" />
        <span className="sd-text-3 sd-sm sd-num">{t('home.setUpDone', { done, total: steps.length })}</span>
        <IconButton
          size="sm"
          label={t('home.setUpHide')}
          icon={<X size={16} strokeWidth={2} aria-hidden />}
          onClick={onHide}
        />
      </header>
      <div className="sd-kpi-bar sd-home-progress" aria-hidden>
        <i style={{ width: `${(done / steps.length) * 100}%`, background: 'var(--sd-primary)' }} />
      </div>
      <ol className="sd-home-steps">
        {steps.map((step) => (
          <li key={step.id} data-done={step.isDone || undefined} data-next={step === next || undefined}>
            <span className="sd-home-step-mark" aria-hidden>
              {step.isDone && <Check size={12} strokeWidth={2.5} />}
            </span>
            <div>
              <span>{t(`home.step_${step.id}` satisfies MessageKey)}</span>
              {step.isDone && <span className="sd-hidden-text">{t('home.stepDone')}</span>}
              {step === next && <p className="sd-text-2 sd-xs">{t(`home.stepText_${step.id}` satisfies MessageKey)}</p>}
            </div>
            {!step.isDone && (
              <Link
                to={step.to}
                search={step.search}
                className={step === next ? 'sd-button' : 'sd-home-more'}
                data-kind={step === next ? 'filled' : undefined}
                data-size={step === next ? 'sm' : undefined}
              >
                {t('home.stepStart')}
                <span className="sd-hidden-text"> {t(`home.step_${step.id}` satisfies MessageKey)}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
