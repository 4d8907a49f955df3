import { useState } from 'react';
import { createCreationKey } from './creation-key.ts';

/** Returns the keys of a component, for as long as it is mounted. */
export const useCreationKey = () => useState(createCreationKey)[0];
