/** First steps of a new tenant; hidden when all are done or the user dismisses them. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { counterUse } from '../../api-usage/usage-cards.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { usePlaceCount } from './place-counts.ts'
import type { TenantUsage } from './usage-summary.tsx'

interface Step {
  readonly id: 'device' | 'telemetry' | 'alarmRule' | 'dashboard' | 'customer'
  /** Undefined: not known yet. */
  readonly isDone: boolean | undefined
  readonly to: '/devices' | '/deviceProfiles' | '/dashboards' | '/customers'
  readonly adds: boolean
}

const messages: UsageCounter = 'transportMsgCount'
/** Profiles that are looked at for alarm rules. */
const profilesMax = 100

const keyOf = (userId: string) => `sonde.setUp.${userId}`

function isHidden(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) === 'hidden'
  } catch {
    return false
  }
}

function hide(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), 'hidden')
  } catch {
    // Without storage it comes back with the next visit.
  }
}

/** Whether a device profile raises alarms. */
function useHasAlarmRule(): boolean | undefined {
  const { deviceProfiles } = useClient()
  const { data } = useQuery({
    queryKey: ['deviceProfiles', 'hasAlarmRule'],
    queryFn: async ({ signal }) => {
      const link = { page: 0, pageSize: profilesMax }
      const { data: profiles } = await deviceProfiles.list(link, { signal, ignoreErrors: true, ignoreLoading: true })
      return profiles.some(({ profileData }) => (profileData.alarms?.length ?? 0) > 0)
    },
  })
  return data
}

export function SetUp({ usage }: { usage: TenantUsage }) {
  const userId = useAccount()?.auth.userId ?? ''
  const [isGone, setGone] = useState(() => isHidden(userId))
  const devices = usePlaceCount('/devices')
  const dashboards = usePlaceCount('/dashboards')
  const customers = usePlaceCount('/customers')
  const hasRule = useHasAlarmRule()
  const some = (count: number | undefined) => (count === undefined ? undefined : count > 0)
  const steps: readonly Step[] = [
    { id: 'device', isDone: some(devices), to: '/devices', adds: true },
    {
      id: 'telemetry',
      isDone: usage.values ? counterUse(usage.values, messages).used > 0 : usage.entity === null ? false : undefined,
      to: '/devices',
      adds: false,
    },
    { id: 'alarmRule', isDone: hasRule, to: '/deviceProfiles', adds: false },
    { id: 'dashboard', isDone: some(dashboards), to: '/dashboards', adds: true },
    { id: 'customer', isDone: some(customers), to: '/customers', adds: true },
  ]
  // Shown when it is known what is left: nothing comes and goes again.
  if (isGone || steps.some(({ isDone }) => isDone === undefined) || steps.every(({ isDone }) => isDone)) return null
  return (
    <StepList
      steps={steps}
      onHide={() => {
        hide(userId)
        setGone(true)
      }}
    />
  )
}

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
                search={step.adds ? { add: 'true' } : {}}
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
