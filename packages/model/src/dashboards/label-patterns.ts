/** Labels of keys with placeholders for the names of their entity: `${entityName} level`. */

export interface LabelNames {
  readonly entityName: string
  readonly entityLabel: string
  readonly entityDescription?: string
  readonly aliasName: string
  readonly dsName: string
}

const variable = /\$\{(entityName|entityLabel|entityDescription|deviceName|aliasName|dsName)\}/g

export const hasVariables = (pattern: string): boolean => pattern.search(variable) >= 0

export const labelOf = (pattern: string, names: LabelNames): string =>
  pattern.replace(variable, (_, name: string) => {
    switch (name) {
      case 'entityLabel':
        return names.entityLabel || names.entityName
      case 'entityDescription':
        return names.entityDescription ?? ''
      case 'aliasName':
        return names.aliasName
      case 'dsName':
        return names.dsName
      default:
        return names.entityName
    }
  })

const anyVariable = /\$\{([^}]+)\}/g

/** The label with latest values of its entity filled in; `valueNamed` returns undefined if a name isn't a known key. */
export const withLabelValues = (label: string, valueNamed: (name: string) => string | undefined): string =>
  label.replace(anyVariable, (whole, name: string) => valueNamed(name.trim()) ?? whole)
