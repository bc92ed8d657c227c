/**
 * Functions of settings that need no sandbox: the texts with which new control widgets begin. Any other text is code of
 * users.
 */

const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** A function's text without comments, spaces and semicolons; empty: it does nothing. */
const bare = (body: string): string => body.replace(comments, '').replace(/[\s;]+/g, '')

/** Whether a function's body does something: it has more than comments and semicolons. */
export const doesSomething = (body: unknown): boolean => typeof body === 'string' && bare(body) !== ''

/** The function that such a text describes; an empty one returns what it gets. Null: code of users. */
export function knownFunction(body: string): ((value: unknown) => unknown) | null {
  switch (bare(body)) {
    case '':
    case 'returndata':
    case 'returnvalue':
      return (value) => value
    case 'returndata?true:false':
    case 'returnvalue?true:false':
    case 'return!!data':
    case 'return!!value':
      return Boolean
    default:
      return null
  }
}

/** Whether a position function is the one with which new image maps begin: it leaves every position as it is. */
export const leavesPositions = (body: string): boolean => bare(body) === 'return{x:origXPos,y:origYPos}'
