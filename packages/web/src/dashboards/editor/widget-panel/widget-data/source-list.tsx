/** Datasources of a widget, in order. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  addSource,
  moveSource,
  newSource,
  nextColor,
  removeSource,
  sourcesOf,
} from '@sonde/model/dashboards/editing/data-keys'
import { textOf } from '@sonde/model/dashboards/json-parts'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../../ui/button/button.tsx'
import { aliasName } from './alias-field.tsx'
import type { DataEdit } from './data-edit.ts'
import { RowHandle, useRowOrder } from './row-order.tsx'
import { SourceFields, sourceTypeOf } from './source-fields.tsx'

/** With more datasources, all but one begin closed. */
const openMax = 2

export function SourceList({ edit }: { readonly edit: DataEdit }) {
  const t = useText()
  const { config, parameters, aliases } = edit
  const sources = sourcesOf(config)
  const root = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(sources.length > openMax ? [0] : sources.map((_, index) => index)),
  )
  const { maxDatasources, datasourcesOptional } = parameters
  const nameOf = (source: JsonObject | undefined, index: number) =>
    (source && (textOf(source.name) ?? aliasName(aliases, textOf(source.entityAliasId) ?? ''))) ??
    t('widgetData.sourceAt', { place: index + 1 })
  const order = useRowOrder({
    count: sources.length,
    onMove(from, to) {
      edit.run((before) => moveSource(before, from, to))
      setOpen((before) => movedOpen(before, from, to))
      edit.say(t('widgetData.moved', { name: nameOf(sources[from], from), place: to + 1, count: sources.length }))
    },
  })
  const canAdd = maxDatasources < 0 || sources.length < maxDatasources

  function add() {
    const last = sources.findLast((source) => sourceTypeOf(source) !== 'function')
    const ids = Object.keys(aliases)
    const aliasId = textOf(last?.entityAliasId) ?? (ids.length === 1 ? (ids[0] ?? null) : null)
    flushSync(() => {
      edit.run((before) => addSource(before, newSource('entity', aliasId, nextColor(before))))
      setOpen((before) => new Set(before).add(sources.length))
    })
    root.current?.querySelector<HTMLElement>(':scope > ul > li:last-child :is(select, input)')?.focus()
  }

  function remove(index: number) {
    flushSync(() => {
      edit.run((before) => removeSource(before, index))
      setOpen((before) => new Set([...before].filter((at) => at !== index).map((at) => (at > index ? at - 1 : at))))
    })
    edit.say(t('widgetData.removed', { name: nameOf(sources[index], index) }))
    root.current?.querySelector<HTMLElement>(':scope > .sd-button')?.focus()
  }

  return (
    <section ref={root} className="wd-section">
      {maxDatasources !== 1 && <h3>{t('widgetData.sources')}</h3>}
      {sources.length === 0 && !datasourcesOptional && <p className="wd-hint">{t('widgetData.noSource')}</p>}
      {maxDatasources > 0 && sources.length > maxDatasources && (
        <p className="wd-hint">{t('widgetData.tooManySources', { max: maxDatasources })}</p>
      )}
      {sources.length > 0 && (
        <ul ref={order.list} className="wd-sources" aria-label={t('widgetData.sources')}>
          {sources.map((source, index) => {
            const name = nameOf(source, index)
            const isOpen = open.has(index)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: datasources have no identity of their own
              <li key={index} {...order.row(index)} className="wd-source">
                <div className="wd-row-head">
                  {sources.length > 1 && (
                    <RowHandle
                      {...order.handle(index)}
                      label={t('widgetData.moveSource', { name, place: index + 1, count: sources.length })}
                    />
                  )}
                  <button
                    type="button"
                    className="wd-row-name"
                    aria-expanded={isOpen}
                    onClick={() =>
                      setOpen((before) => {
                        const next = new Set(before)
                        if (!next.delete(index)) next.add(index)
                        return next
                      })
                    }
                  >
                    <b className="sd-ellipsis">{name}</b>
                    {isOpen ? (
                      <ChevronDown size={16} strokeWidth={2} aria-hidden />
                    ) : (
                      <ChevronRight size={16} strokeWidth={2} aria-hidden />
                    )}
                  </button>
                  <IconButton
                    size="sm"
                    label={t('widgetData.removeSource', { name })}
                    icon={<X size={16} strokeWidth={2} />}
                    onClick={() => remove(index)}
                  />
                </div>
                {isOpen && (
                  <div className="wd-source-fields">
                    <SourceFields edit={edit} place={index} source={source} name={name} />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {canAdd && (
        <Button icon={<Plus size={16} strokeWidth={2} aria-hidden />} onClick={add}>
          {t('widgetData.addSource')}
        </Button>
      )}
    </section>
  )
}

/** Which datasources are open after one has moved. */
function movedOpen(open: ReadonlySet<number>, from: number, to: number): ReadonlySet<number> {
  const indexAfter = (at: number) => {
    if (at === from) return to
    const without = at > from ? at - 1 : at
    return without >= to ? without + 1 : without
  }
  return new Set([...open].map(indexAfter))
}
