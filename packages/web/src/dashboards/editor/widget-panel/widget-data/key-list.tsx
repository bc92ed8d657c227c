/** Data keys of a datasource: one row each, which opens to edit the key in place. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { addKey, allKeysOf, keysOf, moveKey, removeKey } from '@sonde/model/dashboards/editing/data-keys'
import { textOf } from '@sonde/model/dashboards/json-parts'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../../../locale/use-text.tsx'
import { IconButton } from '../../../../ui/button/button.tsx'
import { Swatch } from '../../../../ui/color/color-picker.tsx'
import { AddKeyField } from './add-key-field.tsx'
import type { SourceProps } from './data-edit.ts'
import { KeyFields } from './key-fields.tsx'
import { shownKeyName } from './key-offers.ts'
import { RowHandle, useRowOrder } from './row-order.tsx'

interface KeyListProps extends SourceProps {
  /** Name of the datasource. */
  readonly name: string
}

export function KeyList({ edit, place, source, name }: KeyListProps) {
  const t = useText()
  const { config, parameters } = edit
  const keys = keysOf(source)
  const ids = idsOf(keys)
  const [openId, setOpenId] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const labelOf = (key: JsonObject | undefined) => textOf(key?.label) ?? textOf(key?.name) ?? ''
  const order = useRowOrder({
    count: keys.length,
    onMove(from, to) {
      edit.run((before) => moveKey(before, place, from, to))
      edit.say(t('widgetData.moved', { name: labelOf(keys[from]), place: to + 1, count: keys.length }))
    },
  })
  const isFixed = source.type === 'entityCount'
  const { maxDataKeys } = parameters
  const total = allKeysOf(config).length
  const hasRoom = !isFixed && (maxDataKeys < 0 || total < maxDataKeys)

  function remove(index: number) {
    // Drawn at once: the field to add a key comes back where the last possible key was removed.
    flushSync(() => edit.run((before) => removeKey(before, place, index)))
    edit.say(t('widgetData.removed', { name: labelOf(keys[index]) }))
    root.current?.querySelector<HTMLElement>('.wd-add-key input')?.focus()
  }

  return (
    <div ref={root} className="wd-keys">
      <h4>
        {t('widgetData.keys')}
        <span className="sd-text-3">
          {maxDataKeys > 0 && !isFixed
            ? t('widgetData.keyCount', { count: total, max: maxDataKeys })
            : keys.length > 1 && keys.length}
        </span>
      </h4>
      {keys.length > 0 && (
        <ul ref={order.list} className="wd-rows" aria-label={t('widgetData.keysOf', { name })}>
          {keys.map((key, index) => {
            const id = ids[index] ?? ''
            const isOpen = id === openId
            const label = labelOf(key)
            const shown = shownKeyName(textOf(key.name) ?? '', key.type, t)
            return (
              <li key={id} {...order.row(index)} className="wd-row" data-open={isOpen || undefined}>
                <div className="wd-row-head">
                  {keys.length > 1 && (
                    <RowHandle
                      {...order.handle(index)}
                      label={t('widgetData.moveKey', { name: label, place: index + 1, count: keys.length })}
                    />
                  )}
                  <Swatch color={textOf(key.color) ?? ''} />
                  <button
                    type="button"
                    className="wd-row-name"
                    aria-expanded={isOpen}
                    onClick={() => setOpenId(isOpen ? null : id)}
                  >
                    <span className="sd-ellipsis">
                      <b>{label === key.name ? shown : label}</b>{' '}
                      <span className="sd-text-3">
                        {label !== key.name && label !== shown && isNamed(key.type) && `${shown}, `}
                        {typeText(key.type, t)}
                      </span>
                    </span>
                    {isOpen ? (
                      <ChevronDown size={16} strokeWidth={2} aria-hidden />
                    ) : (
                      <ChevronRight size={16} strokeWidth={2} aria-hidden />
                    )}
                  </button>
                  {!isFixed && (
                    <IconButton
                      size="sm"
                      label={t('widgetData.removeKey', { name: label })}
                      icon={<X size={16} strokeWidth={2} />}
                      onClick={() => remove(index)}
                    />
                  )}
                </div>
                {isOpen && <KeyFields edit={edit} place={place} dataKey={key} index={index} id={id} />}
              </li>
            )
          })}
        </ul>
      )}
      {maxDataKeys > 0 && total > maxDataKeys && (
        <p className="wd-hint">{t('widgetData.tooManyKeys', { max: maxDataKeys })}</p>
      )}
      {hasRoom && (
        <div className="wd-add-key">
          <AddKeyField
            edit={edit}
            source={source}
            help={keys.length === 0 && !parameters.dataKeysOptional ? t('widgetData.noKey') : undefined}
            onAdd={(chosen) => {
              edit.run((before) => addKey(before, place, chosen))
              edit.say(t('widgetData.added', { name: chosen.label }))
            }}
          />
        </div>
      )}
    </div>
  )
}

/** All functions and counts have the same name. */
const isNamed = (type: unknown) => type !== 'function' && type !== 'count'

/** Ids that keys keep when they move: their own, as far as they have different ones. */
function idsOf(keys: readonly JsonObject[]): readonly string[] {
  const seen = new Set<string>()
  return keys.map((key, index) => {
    const own = String(key._hash ?? `${String(key.type)} ${String(key.name)}`)
    const id = seen.has(own) ? `${own} ${index}` : own
    seen.add(id)
    return id
  })
}

function typeText(type: unknown, t: ReturnType<typeof useText>): string {
  switch (type) {
    case 'attribute':
    case 'entityField':
    case 'alarm':
    case 'function':
    case 'count':
      return t(`widgetData.type_${type}`)
    default:
      return t('widgetData.type_timeseries')
  }
}
