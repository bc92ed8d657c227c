/** `cards.markdown_card`: Markdown or HTML with latest values of all its entities. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { flag, noSettings, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const pattern = `### \${entityName}

- **Current value**: \${#0:1}
- [All dashboards](/dashboards)`

const settings = settingsOf({
  markdownTextPattern: text('Markdown or HTML', '', {
    control: 'markdown',
    condition: 'model.useMarkdownTextFunction !== true',
    description: `\${label} = value, \${label:1} = with one decimal, \${entityName} = name of the entity`,
  }),
  useMarkdownTextFunction: flag('Use a function', false),
  markdownTextFunction: text('Function: f(data)', '', {
    control: 'javascript',
    condition: 'model.useMarkdownTextFunction === true',
  }),
  markdownCss: text('CSS', '', { control: 'css' }),
})

export const readMarkdownCard = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'markdown_card',
    name: 'Markdown card',
    description: 'Text with latest values in Markdown or HTML',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M22 42V22l10 10 10-10v20M64 22v20M56 34l8 8 8-8"/>`,
    kind: 'latest',
    size: [5, 3.5],
    order: 8,
    settings,
    keySettings: noSettings,
    parameters: { datasourcesOptional: true, dataKeysOptional: true },
    preset: { markdownTextPattern: pattern },
    config: { showTitle: false },
  },
]
