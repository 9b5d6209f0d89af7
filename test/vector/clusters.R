# What R says of a mean over clusters: variance CR2 and Satterthwaite's degrees of freedom by the package clubSandwich, and of Student's t.
# Each line of the input is a question: values, then as many numbers of clusters. It prints the versions, then for each question mean,
# variance, degrees of freedom, the quantile of Student's t that a 95 % interval reaches to, and the chance of such a mean above 0.
suppressPackageStartupMessages(library(clubSandwich))
cat(R.version.string, ", clubSandwich ", as.character(packageVersion("clubSandwich")), "\n", sep = "")
for (line in readLines(file("stdin"))) {
  numbers <- as.numeric(strsplit(line, " ")[[1]])
  half <- length(numbers) / 2
  value <- numbers[1:half]
  cluster <- factor(numbers[(half + 1):(2 * half)])
  model <- lm(value ~ 1)
  robust <- vcovCR(model, cluster = cluster, type = "CR2")
  test <- coef_test(model, vcov = robust, test = "Satterthwaite")
  freedom <- if ("df_Satt" %in% names(test)) test$df_Satt else test$df
  chance <- pt(coef(model)[[1]] / sqrt(robust[1, 1]), freedom, lower.tail = FALSE)
  cat(sprintf("%.17g", c(coef(model)[[1]], robust[1, 1], freedom, qt(0.975, freedom), chance)), "\n")
}
