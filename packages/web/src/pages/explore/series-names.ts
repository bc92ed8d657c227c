/** Names of series: entity and key, with the key's display name if it has one. */

import { keyName, keyTitle } from '@sonde/model/key-descriptions/key-lookup'
import { useMemo } from 'react'
import type { ExploreSeries } from '../../explore/explore-state.ts'
import { useKeyLookup } from '../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../locale/use-text.tsx'
import type { SeriesReading } from './series-reading.ts'

type Named = Pick<ExploreSeries, 'key'>

export interface SeriesNames {
  /** Name of the entity; empty while loading. */
  entity(reading: SeriesReading): string
  key(one: Named, reading: SeriesReading): string
  /** As drawn, since it can depend on the device profile, else that of the key; empty: none. */
  unit(one: Named, reading: SeriesReading): string
  /** Full name, such as `Pump 3, Temperature`. */
  full(one: Named, reading: SeriesReading): string
  /** Column header, such as `Pump 3, Temperature (°C)`. */
  head(one: Named, reading: SeriesReading): string
}

export function useSeriesNames(): SeriesNames {
  const t = useText()
  const lookup = useKeyLookup()
  return useMemo(() => {
    const descriptionOf = ({ key }: Named, reading: SeriesReading) =>
      lookup(key, reading.kind === 'ready' ? reading.profile : null)
    const entity = (reading: SeriesReading) =>
      reading.kind === 'ready' ? reading.entityName : reading.kind === 'withheld' ? t('explore.withheld') : ''
    const key = (one: Named, reading: SeriesReading) => keyName(one.key, descriptionOf(one, reading))
    const joined = (reading: SeriesReading, text: string) => t('explore.seriesOf', { name: entity(reading), key: text })
    return {
      entity,
      key,
      unit: (one, reading) =>
        (reading.kind === 'ready' ? reading.display.units : descriptionOf(one, reading)?.unit) ?? '',
      full: (one, reading) => joined(reading, key(one, reading)),
      head: (one, reading) => joined(reading, keyTitle(one.key, descriptionOf(one, reading))),
    }
  }, [t, lookup])
}
