/**
 * React context with the registry of widget types, for charts outside of dashboards. The application provides it, so
 * that what draws a chart doesn't import every widget type.
 */

import { createContext, useContext } from 'react'
import type { WidgetTypes } from './widget-types.ts'

export const WidgetTypesContext = createContext<WidgetTypes | null>(null)

export function useRegisteredTypes(): WidgetTypes {
  const types = useContext(WidgetTypesContext)
  if (!types) throw new Error('useRegisteredTypes is called outside of the application.')
  return types
}
