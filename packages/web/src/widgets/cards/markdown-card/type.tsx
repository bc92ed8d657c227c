/** Widget type `cards.markdown_card`: Markdown or HTML with latest values of all its entities. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { resultText } from '@sonde/model/dashboards/series-column'
import { fillPattern } from '@sonde/model/dashboards/text-patterns'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { readMarkdownCard } from '@sonde/model/widgets/cards/markdown-card'
import { useMemo } from 'react'
import {
  formattedRows,
  type NamedFunction,
  useCallMemo,
  useDashboard,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { HtmlBody } from '../../html-body.tsx'
import { patternData, patternRequests } from '../../pattern-data.ts'
import { markdownHtml, markText } from './markdown-html.ts'

function MarkdownCard({ widget, view, isStale }: WidgetProps) {
  const { aliases } = useDashboard()
  const memo = useCallMemo(widget.id)
  const { markdownTextPattern, markdownCss } = readMarkdownCard(widget.config.settings).values
  const named = textFunction(widget)
  const pattern = named ? made(named) : markdownTextPattern
  const text = fillPattern(pattern, patternData(widget, view, aliases.nameOf), { encode: markText })
  const html = useMemo(() => markdownHtml(text), [text])

  /** Text of the function; empty until its first result. */
  function made(one: NamedFunction): string {
    const rows = formattedRows(widget, view)
    return resultText(memo.result(one, '', JSON.stringify(rows), () => [rows])?.value)
  }

  return <HtmlBody widget={widget} html={html} css={markdownCss} className="tb-markdown-view" isStale={isStale} />
}

/** The function whose text replaces the pattern; null: there is none. */
function textFunction({ config }: DashboardWidget): NamedFunction | null {
  const { useMarkdownTextFunction, markdownTextFunction: body } = readMarkdownCard(config.settings).values
  if (!useMarkdownTextFunction || !doesSomething(body)) return null
  return { setting: 'markdownTextFunction', of: '', argNames: ['data', 'ctx'], body }
}

const requests = (widget: DashboardWidget, window: TimeWindow) =>
  patternRequests(widget, window, readMarkdownCard(widget.config.settings).values.markdownTextPattern, false)

export default widgetType(MarkdownCard, {
  requests,
  settings: ({ config }) => readMarkdownCard(config.settings),
  needs: 'nothing',
  hasTable: false,
  runs: ['markdownTextFunction', 'funcBody'],
  actionSources: ['elementClick'],
})
