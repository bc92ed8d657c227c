/** What a series is called: its entity, and its key by its display name where it has one. */

import { keyName, keyTitle } from '@sonde/model/key-descriptions/key-lookup'
import { useMemo } from 'react'
import type { ExploreSeries } from '../../explore/explore-state.ts'
import { useKeyLookup } from '../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../locale/use-text.tsx'
import type { SeriesReading } from './series-reading.ts'

type Named = Pick<ExploreSeries, 'key'>

export interface SeriesNames {
  /** Empty while it is loading. */
  entity(reading: SeriesReading): string
  key(one: Named, reading: SeriesReading): string
  /** `Pump 3, Temperature` */
  full(one: Named, reading: SeriesReading): string
  /** `Pump 3, Temperature (°C)`: for the head of a column. */
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
      full: (one, reading) => joined(reading, key(one, reading)),
      head: (one, reading) => joined(reading, keyTitle(one.key, descriptionOf(one, reading))),
    }
  }, [t, lookup])
}
