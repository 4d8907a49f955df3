import { useState } from 'react';
import { createCreationKey } from './creation-key.ts';

/** The key of what a component makes, for as long as it is there. */
export const useCreationKey = () => useState(createCreationKey)[0];
