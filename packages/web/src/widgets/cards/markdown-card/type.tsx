/** Widget type `cards.markdown_card`: Markdown or HTML with latest values of all its entities. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { fillPattern } from '@sonde/model/dashboards/text-patterns'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { readMarkdownCard } from '@sonde/model/widgets/cards/markdown-card'
import { useMemo } from 'react'
import { useDashboard, type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { HtmlBody } from '../../html-body.tsx'
import { patternData, patternRequests } from '../../pattern-data.ts'
import { markdownHtml, markText } from './markdown-html.ts'

function MarkdownCard({ widget, view, isStale }: WidgetProps) {
  const t = useText()
  const { aliases } = useDashboard()
  const { config } = widget
  const { markdownTextPattern, useMarkdownTextFunction, markdownCss } = readMarkdownCard(config.settings).values
  // `markdownTextFunction` would replace the pattern here.
  const text = fillPattern(markdownTextPattern, patternData(widget, view, aliases.nameOf), { encode: markText })
  const html = useMemo(() => markdownHtml(text), [text])
  if (useMarkdownTextFunction && text === '') {
    return (
      <div className="widget-state">
        <p>{t('dashboards.userCode')}</p>
      </div>
    )
  }
  return <HtmlBody widget={widget} html={html} css={markdownCss} className="tb-markdown-view" isStale={isStale} />
}

const requests = (widget: DashboardWidget, window: TimeWindow) =>
  patternRequests(widget, window, readMarkdownCard(widget.config.settings).values.markdownTextPattern, false)

export default widgetType(MarkdownCard, {
  requests,
  settings: ({ config }) => readMarkdownCard(config.settings),
  needs: 'nothing',
  hasTable: false,
})
