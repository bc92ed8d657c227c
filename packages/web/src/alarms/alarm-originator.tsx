/** Facts about the originator of an alarm: type, label, customer and the last value of the key that the alarm is about. */

import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { NIL_UUID } from '@sonde/model/ids'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEntityPath } from '../entities/entity-link.tsx'
import { useLatestTelemetry } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { useShownTelemetry } from '../telemetry/use-shown-telemetry.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { useCurveKeys } from './curve-keys.ts'

const quiet = { ignoreErrors: true, ignoreLoading: true } as const
/** Maximum fraction digits of keys without a description. */
const decimalsMax = 2

interface OriginatorFacts {
  readonly type: string | undefined
  readonly label: string | undefined
  /** Undefined: no customer, or one that the user can't see. */
  readonly customer: string | undefined
}

export function useOriginatorFacts({ originator, customerId }: ExplainedAlarm, isWanted: boolean) {
  const { entityQuery, customers } = useClient()
  const isTenant = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const withCustomer = isTenant && customerId !== undefined && customerId.id !== NIL_UUID
  return useQuery({
    queryKey: ['alarmOriginator', originator.entityType, originator.id, withCustomer && customerId.id],
    enabled: isWanted,
    async queryFn({ signal }): Promise<OriginatorFacts> {
      const [found, customer] = await Promise.all([
        entityQuery.find(
          {
            entityFilter: { type: 'singleEntity', singleEntity: originator },
            entityFields: (['type', 'label'] as const).map((key) => ({ type: 'ENTITY_FIELD', key })),
            pageLink: { page: 0, pageSize: 1 },
          },
          { ...quiet, signal },
        ),
        withCustomer ? customers.get(customerId.id, { ...quiet, signal }).catch(() => undefined) : undefined,
      ])
      const fields = found.data[0]?.latest.ENTITY_FIELD
      return {
        type: fields?.type?.value || undefined,
        label: fields?.label?.value || undefined,
        customer: customer?.title,
      }
    },
  })
}

export interface ShownValue {
  readonly name: string
  readonly text: string
  /** Epoch ms. */
  readonly ts: number
}

/** Last value of the key that the alarm is about, updated live; undefined while loading or if there is none. */
export function useOriginatorValue(alarm: ExplainedAlarm): ShownValue | undefined {
  const { originator, deviceProfileName } = alarm
  const { data, keys } = useCurveKeys(alarm)
  const key = keys?.[0]
  const { values } = useLatestTelemetry(key === undefined ? null : originator, key === undefined ? [] : [key])
  const { describe, textOf } = useShownTelemetry(originator, deviceProfileName ?? undefined, decimalsMax)
  if (key === undefined) return undefined
  const [stored] = data?.[key] ?? []
  const { ts, value } = values?.get(key) ?? stored ?? {}
  if (ts === undefined || value === undefined || value === null) return undefined
  return { name: keyName(key, describe(key)), text: textOf(key, String(value)), ts }
}

interface AlarmOriginatorProps {
  readonly alarm: ExplainedAlarm
  readonly facts: OriginatorFacts | undefined
}

export function AlarmOriginator({ alarm, facts }: AlarmOriginatorProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const value = useOriginatorValue(alarm)
  const { entityType } = alarm.originator
  const path = useEntityPath(alarm.originator)
  const rows: readonly (readonly [MessageKey, string | undefined])[] = [
    [entityType === 'DEVICE' ? 'alarms.originatorProfile' : 'alarms.type', facts?.type],
    ['alarms.customer', facts?.customer],
    ['alarms.originatorLabel', facts?.label],
  ]
  const name = t(`entityTypes.${entityType}`)
  return (
    <section className="sd-alarm-part" aria-label={name}>
      <div className="sd-alarm-part-head">
        <h3>{name}</h3>
        {path !== null && (
          // The route tree has this path: it was looked up.
          <Link to={path as '/home'} search={{}}>
            {t('alarms.openOriginator', { name: name.toLowerCase() })}
          </Link>
        )}
      </div>
      <dl className="sd-alarm-facts">
        {rows.map(
          ([label, text]) =>
            text !== undefined && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd title={text}>{text}</dd>
              </div>
            ),
        )}
        {value && (
          <div>
            <dt title={value.name}>{value.name}</dt>
            <dd className="sd-num" title={format.dateTime(value.ts)}>
              {t('alarms.lastValue', { when: format.when(value.ts, nowMs), value: value.text })}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
