/** Widget type `cards.html_value_card`: HTML and CSS with latest values of one entity. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { escapeHtml, fillPattern } from '@sonde/model/dashboards/text-patterns'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { readHtmlValueCard } from '@sonde/model/widgets/cards/html-value-card'
import { useDashboard, type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { HtmlBody } from '../../html-body.tsx'
import { LatestTable } from '../../latest-table.tsx'
import { ownValues, patternData, patternRequests } from '../../pattern-data.ts'

function HtmlValueCard({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const { aliases } = useDashboard()
  const { config } = widget
  const { cardHtml, cardCss } = readHtmlValueCard(config.settings).values
  if (isTable) return <LatestTable latest={ownValues(widget, view)} config={config} zone={zone} />
  const html = fillPattern(cardHtml, patternData(widget, view, aliases.nameOf), { encode: escapeHtml })
  return <HtmlBody widget={widget} html={html} css={cardCss} isStale={isStale} />
}

function requests(widget: DashboardWidget, window: TimeWindow) {
  const { config } = widget
  const single = { ...widget, config: { ...config, datasources: config.datasources.slice(0, 1) } }
  return patternRequests(single, window, readHtmlValueCard(config.settings).values.cardHtml, true)
}

export default widgetType(HtmlValueCard, {
  requests,
  settings: ({ config }) => readHtmlValueCard(config.settings),
  needs: 'entities',
  actionSources: ['elementClick'],
})
