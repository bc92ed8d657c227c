/** `cards.html_card`: HTML and CSS without data. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const css = `.card {
  display: flex;
  flex-direction: column;
  gap: 8px;
}`

const html = `<div class="card">
  <strong>Pump station</strong>
  <span>Write any text here, with <a href="/dashboards">links to dashboards</a>.</span>
</div>`

const settings = settingsOf({
  cardCss: text('CSS', '', { control: 'css' }),
  cardHtml: text('HTML', '', { control: 'html' }),
})

export const readHtmlCard = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'html_card',
    name: 'HTML card',
    description: 'Text, pictures and links in HTML and CSS',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M36 22L26 32l10 10M60 22l10 10-10 10M52 18l-8 28"/>`,
    kind: 'static',
    size: [7.5, 3],
    order: 6,
    settings,
    keySettings: noSettings,
    preset: { cardCss: css, cardHtml: html },
    config: { showTitle: false },
  },
]
