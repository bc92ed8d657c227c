/** All stories, sorted by group and title. */

import { type Story, storyGroups } from '../ui/story.ts'

const files = import.meta.glob<Story>('../**/*.story.tsx', { eager: true, import: 'default' })

export const stories: readonly Story[] = Object.values(files).sort(
  (one, other) =>
    storyGroups.indexOf(one.group) - storyGroups.indexOf(other.group) || one.title.localeCompare(other.title, 'en'),
)
