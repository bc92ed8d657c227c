/** Operations of predicates, in a separate module so that pages can import the names without the schemas. */

export const stringOperations = [
  'EQUAL',
  'NOT_EQUAL',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'NOT_CONTAINS',
  'IN',
  'NOT_IN',
] as const
export type StringOperation = (typeof stringOperations)[number]

export const numericOperations = ['EQUAL', 'NOT_EQUAL', 'GREATER', 'LESS', 'GREATER_OR_EQUAL', 'LESS_OR_EQUAL'] as const
export type NumericOperation = (typeof numericOperations)[number]

export const booleanOperations = ['EQUAL', 'NOT_EQUAL'] as const
export type BooleanOperation = (typeof booleanOperations)[number]

/** Whose attribute a filter on a dashboard can compare with. */
export const dynamicSourceNames = ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER'] as const

/** Maximum nesting of COMPLEX predicates. */
export const predicateDepthMax = 5
