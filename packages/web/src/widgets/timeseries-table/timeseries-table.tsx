/** `cards.timeseries_table`: one row per time, newest first; a tab per entity. */

import { useState } from 'react'
import { displayOf } from '../../dashboards/value-display.ts'
import type { EntityInfo } from '../../dashboards/widget-view.ts'
import { useText } from '../../locale/use-text.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { SeriesTable } from '../basic-timeseries/series-table.tsx'
import type { WidgetProps } from '../widget-props.ts'

export default function TimeseriesTable({ widget, view, zone }: WidgetProps) {
  const t = useText()
  const entities = new Map<string, EntityInfo>()
  for (const { entity } of view.series) entities.set(entity.id.id, entity)
  const [chosen, setChosen] = useState('')
  const open = entities.has(chosen) ? chosen : (entities.keys().next().value ?? '')
  const useLabel = widget.config.settings.useEntityLabel === true
  const series = view.series.filter(({ entity }) => entity.id.id === open)
  return (
    <>
      {entities.size > 1 && (
        <Segmented
          label={t('widgets.name')}
          size="sm"
          value={open}
          onChange={setChosen}
          options={[...entities.values()].map(({ id, name, label }) => ({
            value: id.id,
            label: (useLabel && label) || name,
          }))}
        />
      )}
      <SeriesTable
        zone={zone}
        series={series.map(({ id, label, column, dataKey, decimalsSeen }) => ({
          id,
          label,
          column,
          display: displayOf(dataKey, widget.config, decimalsSeen),
        }))}
      />
    </>
  )
}
