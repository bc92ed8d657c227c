/** What the type of a widget accepts as data. */

import { type TypeParameters, typeParametersOf } from '@sonde/model/widgets/type-parameters'
import { useMemo } from 'react'
import { useWidgetRecord, type WidgetTypeName } from '../../../use-widget-record.ts'

/** Without limits until the type is loaded, and for types that don't exist. */
export function useTypeParameters(type: WidgetTypeName): TypeParameters {
  const { data } = useWidgetRecord(type)
  return useMemo(() => typeParametersOf(data?.descriptor ?? {}), [data])
}
