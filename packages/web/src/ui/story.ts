/**
 * Story: a shared component rendered in each of its states, for developers of pages. It is located next to the
 * component as `name.story.tsx`; the catalogue finds it by that name.
 */

import type { ComponentType } from 'react'

export const storyGroups = ['Editors', 'Dialogs', 'Pickers', 'Fields', 'Time', 'Feedback', 'Page pieces'] as const
type StoryGroup = (typeof storyGroups)[number]

export interface Story {
  /** Value of the `story` search parameter: `?story=code-editor`. */
  readonly id: string
  readonly group: StoryGroup
  readonly title: string
  /** Purpose of the component and the rules that it follows. */
  readonly about: string
  readonly examples: readonly StoryExample[]
}

interface StoryExample {
  readonly name: string
  readonly Example: ComponentType
}
