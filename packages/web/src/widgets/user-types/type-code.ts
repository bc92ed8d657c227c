/** Code of a widget type that a user wrote, from its descriptor. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { isJsonObject, listOf, textOf } from '@sonde/model/dashboards/json-parts'
import type { WidgetCode } from '../../sandbox/widget-protocol.ts'

/** Maximum number of files that a type can load. */
const resourcesMax = 20

/** Null: the descriptor has no code, so this client has to draw the type. */
export function codeOf(descriptor: JsonObject): WidgetCode | null {
  const script = textOf(descriptor.controllerScript) ?? ''
  const html = textOf(descriptor.templateHtml) ?? ''
  if (script.trim() === '' && html.trim() === '') return null
  return {
    html,
    css: textOf(descriptor.templateCss) ?? '',
    script,
    resources: listOf(descriptor.resources)
      .slice(0, resourcesMax)
      .flatMap((one) => {
        const url = isJsonObject(one) ? textOf(one.url) : null
        return url ? [{ url, isModule: isJsonObject(one) && one.isModule === true }] : []
      }),
  }
}
