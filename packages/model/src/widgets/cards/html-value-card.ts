/** `cards.html_value_card`: HTML and CSS with latest values of one entity. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const css = `.card {
  display: flex;
  flex-direction: column;
  justify-content: center;
  height: 100%;
}
.value {
  font-size: 28px;
  font-weight: 600;
}`

const html = `<div class="card">
  <span>\${entityName}</span>
  <span class="value">\${#0:1}</span>
</div>`

const settings = settingsOf({
  cardCss: text('CSS', '', { control: 'css' }),
  cardHtml: text('HTML', '', {
    control: 'html',
    description: `\${label} = value, \${label:1} = with one decimal, \${entityName} = name of the entity`,
  }),
})

export const readHtmlValueCard = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'html_value_card',
    name: 'HTML value card',
    description: 'Latest values of one entity in HTML and CSS',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M30 22L20 32l10 10M66 22l10 10-10 10" ${faint}/><path d="M40 32h16" stroke-width="6"/>`,
    kind: 'latest',
    size: [7.5, 3],
    order: 7,
    settings,
    keySettings: noSettings,
    parameters: { maxDatasources: 1, singleEntity: true, dataKeysOptional: true },
    preset: { cardCss: css, cardHtml: html },
    config: { showTitle: false },
  },
]
