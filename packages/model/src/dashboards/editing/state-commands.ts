/** Commands on states that also change widgets, and several commands as one. */

import { own } from '../../own.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, objectOf } from '../json-parts.ts'
import { unused } from '../unused-name.ts'
import type { Command, CommandLabel } from './commands.ts'
import type { EditableDashboard } from './editable-dashboard.ts'
import { changeAt, partAt, withMember } from './json-path.ts'
import { withStateId } from './state-references.ts'

/** Several commands as one step of the history. */
export const together = (label: CommandLabel, commands: readonly Command[]): Command => ({
  label,
  apply: (dashboard) => commands.reduce((before, command) => command.apply(before), dashboard),
})

/** Replaces what an author edits with that of another copy of the same dashboard, such as a draft. */
export const replaceContent = (label: CommandLabel, content: EditableDashboard): Command => ({
  label,
  apply: (before) => {
    const { title, name, image, configuration } = content
    const isSame =
      before.title === title && before.name === name && before.image === image && before.configuration === configuration
    return isSame ? before : { ...before, title, name, image, configuration }
  },
})

/**
 * Renames a state and changes its id, in place; actions and widgets that name the state follow. No effect if the new id
 * belongs to another state.
 */
export function changeState(stateId: string, next: { readonly id: string; readonly name: string }): Command {
  return {
    label: { kind: 'changeState', name: next.name, count: 1 },
    apply(before) {
      const states = objectOf(before.configuration.states)
      const state = own(states, stateId)
      if (!isJsonObject(state) || (next.id !== stateId && Object.hasOwn(states, next.id))) return before
      const named = withMember(state, 'name', next.name)
      if (next.id === stateId) {
        const configuration = changeAt(before.configuration, ['states'], (all) => withMember(all, stateId, named))
        return configuration === before.configuration ? before : { ...before, configuration }
      }
      const renamed = Object.fromEntries(
        Object.entries(states).map(([id, one]) => (id === stateId ? [next.id, named] : [id, one])),
      )
      const configuration = changeAt({ ...before.configuration, states: renamed }, ['widgets'], (widgets) =>
        Object.entries(widgets).reduce(
          (all, [id, widget]) =>
            isJsonObject(widget) ? withMember(all, id, withStateId(widget, before.id.id, stateId, next.id)) : all,
          widgets,
        ),
      )
      return { ...before, configuration }
    },
  }
}

/** Ids of the widgets in any layout of a state, each once. */
export function widgetsOfState({ configuration }: EditableDashboard, stateId: string): readonly string[] {
  const layouts = Object.values(partAt(configuration, ['states', stateId, 'layouts']))
  return [...new Set(layouts.flatMap((layout) => Object.keys(objectOf(objectOf(layout).widgets))))]
}

/** Ids of the widgets that are in this state only: removing the state removes them. */
export function widgetsOnlyIn(dashboard: EditableDashboard, stateId: string): readonly string[] {
  const others = Object.keys(objectOf(dashboard.configuration.states)).filter((id) => id !== stateId)
  const elsewhere = new Set(others.flatMap((id) => widgetsOfState(dashboard, id)))
  const widgets = objectOf(dashboard.configuration.widgets)
  return widgetsOfState(dashboard, stateId).filter((id) => !elsewhere.has(id) && Object.hasOwn(widgets, id))
}

/**
 * Copies a state with its layouts and widgets, at the end of the states. `newIds`: the id of each copied widget by that
 * of its original; widgets without one aren't copied. No effect if the id of the copy is in use.
 */
export function duplicateState(
  stateId: string,
  copy: { readonly id: string; readonly name: string },
  newIds: ReadonlyMap<string, string>,
): Command {
  return {
    label: { kind: 'duplicateState', name: copy.name, count: newIds.size },
    apply(before) {
      const state = own(objectOf(before.configuration.states), stateId)
      if (!isJsonObject(state) || Object.hasOwn(objectOf(before.configuration.states), copy.id)) return before
      const originals = objectOf(before.configuration.widgets)
      const isCopied = (id: string) => {
        const newId = newIds.get(id)
        return newId !== undefined && isJsonObject(own(originals, id)) && !Object.hasOwn(originals, newId)
      }
      const layouts = Object.entries(objectOf(state.layouts)).map(([layoutId, layout]) => {
        const places = Object.entries(objectOf(objectOf(layout).widgets)).filter(([id]) => isCopied(id))
        const copied = Object.fromEntries(places.map(([id, place]) => [newIds.get(id), place]))
        return [layoutId, isJsonObject(layout) ? { ...layout, widgets: copied } : layout]
      })
      const added = { ...state, name: copy.name, root: false, layouts: Object.fromEntries(layouts) }
      const widgets: Record<string, unknown> = Object.fromEntries(
        widgetsOfState(before, stateId)
          .filter(isCopied)
          .map((id) => [newIds.get(id), { ...objectOf(own(originals, id)), id: newIds.get(id) }]),
      )
      const configuration = changeAt(before.configuration, ['states'], (all) => withMember(all, copy.id, added))
      return {
        ...before,
        configuration: changeAt(configuration, ['widgets'], (all) => ({ ...all, ...widgets })),
      }
    },
  }
}

/** Id for a state of this name, as ThingsBoard makes it, with a number if it is in use. */
export function stateIdOf(name: string, used: JsonObject): string {
  const plain = name.trim().toLowerCase().replaceAll(/\W/g, '_') || 'state'
  return unused(plain, (id) => Object.hasOwn(used, id), '_')
}
