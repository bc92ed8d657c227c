/** Widget type `cards.html_card`: HTML and CSS without data. */

import { readHtmlCard } from '@sonde/model/widgets/cards/html-card'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { HtmlBody } from '../../html-body.tsx'

function HtmlCard({ widget }: WidgetProps) {
  const { cardHtml, cardCss } = readHtmlCard(widget.config.settings).values
  return <HtmlBody widget={widget} html={cardHtml} css={cardCss} />
}

export default widgetType(HtmlCard, {
  requests: () => [],
  settings: ({ config }) => readHtmlCard(config.settings),
  needs: 'nothing',
  hasTable: false,
  actionSources: ['elementClick'],
})
