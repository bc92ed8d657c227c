/** What classes of rule nodes there are: their settings, their links, their words. */

import type {
  ComponentDescriptor,
  ComponentSettings,
  ComponentType,
} from '@sonde/model/component-descriptors/component-descriptor'
import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** For chains of which type; `CORE` when absent. */
export interface ComponentFilter {
  readonly ruleChainType?: RuleChainType
}

export type ComponentDescriptorCalls = ReturnType<typeof createComponentDescriptorCalls>

export function createComponentDescriptorCalls(rest: Rest) {
  return {
    /** By its class on the wire. Throws `ApiError` 404. */
    get: (clazz: string, options: CallOptions = {}) =>
      rest.request<ComponentDescriptor>('GET', `/api/component/${encodeURIComponent(clazz)}`, options),

    /** Of several types. */
    list: (
      componentTypes: readonly ComponentType[],
      { ruleChainType }: ComponentFilter = {},
      options: CallOptions = {},
    ) =>
      rest.request<readonly ComponentDescriptor[]>('GET', '/api/components', {
        ...options,
        query: { componentTypes, ruleChainType },
      }),

    /** Of one type. */
    ofType: (componentType: ComponentType, { ruleChainType }: ComponentFilter = {}, options: CallOptions = {}) =>
      rest.request<readonly ComponentDescriptor[]>('GET', `/api/components/${componentType}`, {
        ...options,
        query: { ruleChainType },
      }),

    /** Settings of all classes, as JSON Schema. */
    settings: (options: CallOptions = {}) =>
      rest.request<readonly ComponentSettings[]>('GET', '/api/v2/components/settings', options),
  }
}
