/** Widget type `cards.timeseries_table`: one row per time, newest first; a tab per entity. */

import { readTimeseriesTable } from '@sonde/model/widgets/cards/timeseries-table'
import { useState } from 'react'
import { displayOf, type EntityInfo, type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { SeriesTable } from '../../series-table.tsx'

function TimeseriesTable({ widget, view, zone }: WidgetProps) {
  const t = useText()
  const entities = new Map<string, EntityInfo>()
  for (const { entity } of view.series) entities.set(entity.id.id, entity)
  const [chosen, setChosen] = useState('')
  const open = entities.has(chosen) ? chosen : (entities.keys().next().value ?? '')
  const { useEntityLabel } = readTimeseriesTable(widget.config.settings).values
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
            label: (useEntityLabel && label) || name,
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

export default widgetType(TimeseriesTable, {
  settings: ({ config }) => readTimeseriesTable(config.settings),
  hasTable: false,
})
