/** Widget type `cards.attributes_card`: labels and values, one block per entity. */

import './attributes-card.css'
import {
  displayOf,
  isOld,
  type LatestView,
  valueText,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useNow } from '../../../live/use-now.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { LatestTable } from '../../latest-table.tsx'

function AttributesCard({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  if (isTable) return <LatestTable latest={view.latest} config={widget.config} zone={zone} />

  const blocks = new Map<string, LatestView[]>()
  for (const one of view.latest) {
    const block = blocks.get(one.entity.id.id)
    if (block) block.push(one)
    else blocks.set(one.entity.id.id, [one])
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className="attributes" tabIndex={0}>
      {[...blocks].map(([id, values]) => (
        <section key={id}>
          {blocks.size > 1 && <h3>{values[0]?.entity.name}</h3>}
          <dl>
            {values.map((one) => (
              <div key={one.id}>
                <dt>{one.label}</dt>
                <dd
                  className="sd-num"
                  data-pale={isStale || isOld(one, nowMs) || undefined}
                  title={one.ts > 0 ? format.dateTime(one.ts) : undefined}
                >
                  {valueText(one.text, displayOf(one.dataKey, widget.config, one.decimalsSeen), format, t)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

export default widgetType(AttributesCard)
