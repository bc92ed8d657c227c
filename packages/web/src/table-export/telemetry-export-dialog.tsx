/** Exports telemetry of an entity: keys, time range, raw or aggregated, and the maximum number of rows. */

import type { EntityId } from '@sonde/model/ids'
import { keyTitle } from '@sonde/model/key-descriptions/key-lookup'
import { type Aggregation, aggregations } from '@sonde/model/telemetry/values'
import { nearestInterval, predefinedIntervals } from '@sonde/model/time-windows/intervals'
import { useState } from 'react'
import { useEntityName } from '../entities/entity-picker.tsx'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { durationWords, lastWords } from '../time-windows/time-window-words.ts'
import { useWindowContext } from '../time-windows/window-context.ts'
import { FormError } from '../ui/field/form-error.tsx'
import { CheckField, Select, TextField } from '../ui/field/text-field.tsx'
import { localStamp } from './cell-value.ts'
import { ExportFrame, FileKindChoice } from './export-frame.tsx'
import { type FileKind, fileRowsMax } from './table-file.ts'
import { telemetryPortions } from './telemetry-portions.ts'
import { useExport } from './use-export.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Time ranges to choose from, ending now. */
const ranges = [hourMs, dayMs, 7 * dayMs, 30 * dayMs, 365 * dayMs]
const rowsDefault = 100_000
/** Maximum and usual number of buckets per export. */
const bucketsMax = 100_000
const bucketsUsual = 500
const keysMax = 100

const fieldOfMs = (ms: number) => localStamp(ms).replace(' ', 'T')
const msOfField = (text: string) => (text === '' ? Number.NaN : new Date(text).getTime())

export interface TelemetryExportDialogProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile?: string
  readonly keys: readonly string[]
  /** Keys selected initially. */
  readonly chosen: readonly string[]
  readonly onClose: () => void
}

export default function TelemetryExportDialog({ entity, profile, keys, chosen, onClose }: TelemetryExportDialogProps) {
  const t = useText()
  const client = useClient()
  const name = useEntityName(entity) ?? ''
  const [nowMs] = useState(() => Math.round(client.session.serverNowMs()))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(chosen.filter((key) => keys.includes(key)).slice(0, keysMax)),
  )
  const [range, setRange] = useState(String(dayMs))
  const [from, setFrom] = useState(() => fieldOfMs(nowMs - dayMs))
  const [to, setTo] = useState(() => fieldOfMs(nowMs))
  const [aggregation, setAggregation] = useState<Aggregation>('NONE')
  const [interval, setInterval] = useState('')
  const [limit, setLimit] = useState(String(rowsDefault))
  const [kind, setKind] = useState<FileKind>('csv')
  const [isTried, setTried] = useState(false)
  const state = useExport()
  const lookup = useKeyLookup()
  const windowContext = useWindowContext()
  const titleOf = (key: string) => keyTitle(key, lookup(key, profile))

  const isOwn = range === 'own'
  const startMs = isOwn ? msOfField(from) : nowMs - Number(range)
  const endMs = isOwn ? msOfField(to) : nowMs
  const lengthMs = Math.max(1, endMs - startMs)
  const fitting = predefinedIntervals.filter((ms) => lengthMs / ms <= bucketsMax)
  const intervals = fitting.length > 0 ? fitting : [nearestInterval(lengthMs)]
  const intervalMs = intervals.includes(Number(interval))
    ? Number(interval)
    : Math.max(intervals[0] ?? 0, nearestInterval(lengthMs / bucketsUsual))
  const rowsMax = Number(limit)

  const fieldErrors = {
    keys:
      ticked.size === 0
        ? t('tableExport.keysNeeded')
        : ticked.size > keysMax
          ? t('tableExport.keysTooMany', { max: keysMax })
          : undefined,
    range: startMs < endMs ? undefined : t('tableExport.rangeWrong'),
    limit:
      Number.isInteger(rowsMax) && rowsMax >= 1 && rowsMax <= fileRowsMax
        ? undefined
        : t('tableExport.limitInvalid', { max: fileRowsMax }),
  }

  function start() {
    setTried(true)
    if (fieldErrors.keys || fieldErrors.range || fieldErrors.limit) return
    const wanted = keys.filter((key) => ticked.has(key))
    const { browserZone: zone, firstDayOfWeek } = windowContext()
    const calendar = { zone, firstDayOfWeek }
    const ask = telemetryPortions(
      (range, signal) => client.telemetry.range(entity, range, { signal, ignoreErrors: true, ignoreLoading: true }),
      { keys: wanted, startMs, endMs, aggregation, intervalMs, calendar },
    )
    const heads = [t('tableExport.time'), ...wanted.map(titleOf)]
    state.start({
      kind,
      title: name || entity.id,
      heads,
      next: ask,
      rowsMax,
      withMs: true,
      offsetHead: t('tableExport.offset'),
    })
  }

  return (
    <ExportFrame title={t('tableExport.telemetryTitle', { name })} state={state} onStart={start} onClose={onClose}>
      <fieldset className="sd-fieldset sd-export-fieldset">
        <legend className="sd-field-label">{t('tableExport.keys')}</legend>
        <CheckField
          label={t('tableExport.keysAll')}
          isChecked={ticked.size === keys.length}
          onChange={(isOn) => setTicked(new Set(isOn ? keys : []))}
        />
        <div className="sd-export-keys">
          {keys.map((key) => (
            <CheckField
              key={key}
              label={titleOf(key)}
              isChecked={ticked.has(key)}
              onChange={(isOn) =>
                setTicked(new Set(isOn ? [...ticked, key] : [...ticked].filter((one) => one !== key)))
              }
            />
          ))}
        </div>
        <FormError text={isTried ? (fieldErrors.keys ?? null) : null} />
      </fieldset>
      <Select
        label={t('tableExport.range')}
        value={range}
        options={[
          ...ranges.map((ms) => ({
            value: String(ms),
            label: t('tableExport.last', { interval: lastWords(ms, t) }),
          })),
          { value: 'own', label: t('tableExport.own') },
        ]}
        onChange={setRange}
      />
      {isOwn && (
        <div className="sd-form-pair">
          <TextField label={t('tableExport.from')} type="datetime-local" step={1} value={from} onChange={setFrom} />
          <TextField
            label={t('tableExport.to')}
            type="datetime-local"
            step={1}
            value={to}
            error={isTried ? fieldErrors.range : undefined}
            onChange={setTo}
          />
        </div>
      )}
      <div className="sd-form-pair">
        <Select
          label={t('tableExport.aggregation')}
          value={aggregation}
          options={aggregations.map((value) => ({ value, label: t(`tableExport.${value}`) }))}
          onChange={setAggregation}
        />
        {aggregation !== 'NONE' && (
          <Select
            label={t('tableExport.interval')}
            value={String(intervalMs)}
            options={[...new Set([...intervals, intervalMs])]
              .sort((a, b) => a - b)
              .map((ms) => ({ value: String(ms), label: durationWords(ms, t) }))}
            onChange={setInterval}
          />
        )}
      </div>
      <TextField
        label={t('tableExport.limit')}
        help={t('tableExport.limitHelp')}
        inputMode="numeric"
        autoComplete="off"
        value={limit}
        error={isTried ? fieldErrors.limit : undefined}
        onChange={setLimit}
      />
      <FileKindChoice value={kind} onChange={setKind} />
    </ExportFrame>
  )
}
