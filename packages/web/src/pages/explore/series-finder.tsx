/** Adds a series: searches keys of all accessible entities by entity name and key. */

import { formatValue } from '@sonde/model/key-descriptions/format-value'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type SeriesKey, seriesMax } from '../../explore/explore-state.ts'
import { useKeyDescriptions, useKeyLookup } from '../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { cachedKeys, type FoundSeries, findSeries } from '../../telemetry/series-search.ts'
import { ComboField } from '../../ui/field/combo-field.tsx'
import { useFormat } from '../../ui/format/use-format.ts'

/** Maximum number of series offered. */
const offeredMax = 20

export interface SeriesFinderProps {
  readonly isFull: boolean
  readonly onAdd: (added: SeriesKey) => void
}

export function SeriesFinder({ isFull, onAdd }: SeriesFinderProps) {
  const t = useText()
  const format = useFormat()
  const client = useClient()
  const queries = useQueryClient()
  const lookup = useKeyLookup()
  const isNamed = useKeyDescriptions().data !== undefined

  async function load(text: string, signal: AbortSignal) {
    const keys = await cachedKeys(client, queries)
    const found = await findSeries(client, text, { keys, lookup }, offeredMax, signal)
    return found.map((one) => ({
      value: JSON.stringify(one),
      label: t('explore.seriesOf', { name: one.name, key: keyName(one.key, lookup(one.key)) }),
      note: formatValue(one.value, lookup(one.key), format),
    }))
  }

  return (
    <ComboField
      label={t('explore.add')}
      help={isFull ? t('explore.full', { max: seriesMax }) : undefined}
      isDisabled={isFull}
      icon={<Search size={16} strokeWidth={2} aria-hidden />}
      placeholder={t('explore.find')}
      // Searches again once the display names of keys are loaded.
      source={['explore', 'series', isNamed]}
      load={load}
      value={null}
      onChange={(option) => {
        if (!option) return
        const { entity, key } = JSON.parse(option.value) as FoundSeries
        onAdd({ entity, key })
      }}
    />
  )
}
